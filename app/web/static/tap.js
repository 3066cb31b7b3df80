// Orders by tapping the board: a piece lights the squares that its orders aim at; a lit square, or a button below, chooses one.
// The orders are the choices of the form, which writes them into its text; every word comes from there.

const taps = document.querySelector(".taps");
const board = document.querySelector(".board");
const choices = [...document.querySelectorAll("form.orders [data-piece]")];
const squares = new Map([...board.querySelectorAll("[data-square]")].map((each) => [each.dataset.square, each]));
const aim = ({ dataset }) => board.querySelector(`[data-id="${dataset.aim}"]`)?.closest("[data-square]")?.dataset.square ?? dataset.aim;
const of = (piece) => choices.filter(({ dataset }) => dataset.piece === piece);
const pieces = [...board.querySelectorAll("[data-id]")].filter(({ dataset }) => of(dataset.id).length);
let lit = [];

function words(choice) {
  const { order } = choice.dataset;
  const label = choice.label ?? choice.nextElementSibling.querySelector(".soft")?.textContent;
  return !label || label === order ? order : `${order} (${label})`;
}

function choose(choice) {
  choice.selected = choice.checked = true;
  choice.closest("fieldset").querySelector("[value=add]").click();
  taps.querySelector("pre").textContent = document.querySelector("form.orders").elements.orders.value;
  show("", []);
}

function buttonOf(choice) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: words(choice) });
  button.addEventListener("click", () => choose(choice));
  return button;
}

function show(piece, some) {
  lit = some;
  for (const [id, each] of squares) each.classList.toggle("lit", some.some((choice) => aim(choice) === id));
  for (const each of pieces) each.querySelector("b").setAttribute("aria-pressed", String(each.dataset.id === piece));
  taps.lastElementChild.replaceChildren(...some.map(buttonOf));
}

function tap(target) {
  const square = target.closest(".lit")?.dataset.square;
  const aimed = lit.filter((choice) => square && aim(choice) === square);
  const id = target.closest("[data-id]")?.dataset.id;
  if (aimed.length === 1) choose(aimed[0]);
  else if (aimed.length) show(aimed[0].dataset.piece, aimed);
  else if (of(id).length) show(id, of(id));
  else show("", []);
}

if (pieces.length && squares.size) {
  for (const each of pieces) Object.assign(each.querySelector("b"), { tabIndex: 0, role: "button" });
  show("", []);
  taps.hidden = false;
  board.addEventListener("click", ({ target }) => tap(target));
  board.addEventListener("keydown", (event) => {
    if (!event.target.matches("[aria-pressed]") || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    tap(event.target);
  });
}
