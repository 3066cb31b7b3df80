// Whoever is pointed at, in a bracket, has their path lit: their games, and the lines of those that they won. A finger lights
// first, and follows the link when it comes again.

for (const bracket of document.querySelectorAll("[data-bracket]")) {
  const sides = [...bracket.querySelectorAll("[data-who]")];
  const cells = [...bracket.querySelectorAll("[data-through]")];
  let lit = bracket.dataset.lit;

  const light = (who) => {
    lit = who;
    for (const side of sides) side.classList.toggle("lit", side.dataset.who === who);
    for (const cell of cells) cell.classList.toggle("lit", cell.dataset.through === who);
  };
  const champion = () => light(bracket.dataset.lit);

  for (const side of sides) {
    const own = () => light(side.dataset.who);
    side.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && own());
    side.addEventListener("focus", () => side.matches(":focus-visible") && own());
    side.addEventListener("click", (event) => {
      if (event.pointerType !== "touch" || lit === side.dataset.who) return;
      event.preventDefault();
      own();
    });
  }
  bracket.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && champion());
  bracket.addEventListener("focusout", (event) => bracket.contains(event.relatedTarget) || champion());
}
