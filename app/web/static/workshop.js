// A card while it is put together: the server draws it, as its button does, and asks for what is still to be chosen.

const form = document.getElementById("workshop");
let [asked, timer] = [0];

async function draw() {
  const turn = ++asked;
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  const text = answer && [200, 422].includes(answer.status) ? await answer.text() : "";
  const page = new DOMParser().parseFromString(text, "text/html");
  const made = page.getElementById("workshop");
  if (turn !== asked || !made) return;
  const at = document.activeElement?.name;
  for (const id of ["printed", "then"]) {
    document.getElementById(id).replaceChildren(...page.getElementById(id).childNodes);
  }
  if (shape(made) !== shape(form)) {
    form.replaceChildren(...made.childNodes);
    form.elements[at]?.focus();
  }
  history.replaceState(null, "", `?card=${encodeURIComponent(document.querySelector("#then .written").textContent)}`);
}

// The names of what is asked for: a verb that is chosen asks for its own figures.
function shape(some) {
  return [...some.elements].map((each) => each.name).join(" ");
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(draw, 300);
});
