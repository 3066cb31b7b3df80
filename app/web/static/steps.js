// A match that is over, step by step: the buttons of the strip and keys, one button plays. A step is fetched as its page, once, the
// next ones ahead of time; its parts take the places of those shown. Presses add up at once: only where they lead to is shown.
const steps = document.querySelector(".watched");
const playButton = steps.querySelector("[data-play]");
const form = steps.closest("form");
const of = Number(steps.dataset.of);
const turns = steps.dataset.marks ? [...steps.dataset.marks.split(" ").map(Number), of] : [];
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };
const TURNS = { ArrowLeft: "before", ArrowRight: "next" };
const WHOLE = 36000; // ms in which a match is played, however many steps it has
const SLOW = 2400;
const STRIDE = Math.ceil(of / 36); // steps at a time; no turn is passed over
const pages = new Map();
let shown = Number(steps.dataset.number);
let goal = shown;
let timer = 0;

const WAYS = {
  first: () => 1,
  before: () => turns.findLast((each) => each < goal),
  back: () => goal - 1,
  on: () => goal + 1,
  next: () => turns.find((each) => each > goal),
  last: () => of,
  play: () => Math.min(turns.find((each) => each > goal) ?? of, goal + STRIDE),
};

const address = (number) => {
  const at = new URL(steps.dataset.at, location.href);
  if (number > 1) at.searchParams.set("page", number);
  at.hash = "steps";
  return at;
};

async function load(number) {
  const body = form && new URLSearchParams(new FormData(form));
  body?.set("at", number);
  const answer = await (form ? fetch(form.action, { method: "POST", body }) : fetch(address(number)));
  if (!answer.ok) throw new Error(answer.status);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function page(number) {
  if (!pages.has(number)) {
    pages.set(number, load(number));
    pages.get(number).catch(() => pages.delete(number));
  }
  return pages.get(number);
}

async function go(what) {
  const number = WAYS[what]();
  if (!number || number < 1 || number > of || number === goal) return play(false);
  goal = number;
  steps.querySelector("[data-part=count] > span").textContent = `${goal} / ${of}`;
  const found = await page(number).catch(() => null);
  if (number !== goal) return;
  if (!found) {
    goal = shown;
    return play(false);
  }
  show(found, number);
  const ahead = timer ? "play" : what;
  for (const each of new Set([WAYS[ahead](), goal + 1])) if (each >= 1 && each <= of) page(each).catch(() => {});
}

function show(found, number) {
  shown = number;
  const focused = document.activeElement.dataset.go;
  for (const part of steps.querySelectorAll("[data-part]"))
    part.replaceChildren(...found.querySelector(`[data-part=${part.dataset.part}]`).cloneNode(true).childNodes);
  const button = (what) => steps.querySelector(`a[data-go=${what}], button[data-go=${what}]`);
  if (focused) (button(focused) ?? button("back") ?? button("on")).focus({ preventScroll: true });
  if (form) return;
  history.replaceState(null, "", address(number));
  for (const link of document.querySelectorAll("a[hreflang]")) link.search = address(number).search;
}

function play(isOn) {
  clearInterval(timer);
  const stops = of / STRIDE + (STRIDE > 1 ? turns.length / 2 : 0);
  timer = isOn ? setInterval(go, Math.min(SLOW, WHOLE / stops), "play") : 0;
  playButton.setAttribute("aria-pressed", isOn);
  if (isOn) go(goal < of ? "play" : "first");
}

function act(event) {
  if (!event.isTrusted || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea")) return;
  const isSpace = event.key === " " && !event.target.closest("a, button, summary");
  const what = event.key ? (event.shiftKey ? TURNS : KEYS)[event.key] : event.target.closest("[data-go]")?.dataset.go;
  if (!what && !isSpace) return;
  event.preventDefault();
  if (isSpace) return play(!timer);
  play(false);
  go(what);
}

steps.addEventListener("click", act);
addEventListener("keydown", act);
playButton.addEventListener("click", () => play(!timer));
playButton.hidden = false;
