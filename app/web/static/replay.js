// Watches a battle step by step. A step is an anchor of the story (#e18) or, while it is closed, a fold of several;
// `data-replay` has the rows of both sides in numbers, and at each anchor which of them hold:
// app/web/views/battles/replay.py says how a row is written.
const watch = document.querySelector(".watch");
const [homeRows, awayRows, at] = JSON.parse(watch.dataset.replay);
const story = document.querySelector(".story");
const anchors = [...story.querySelectorAll("[id^=e]")];
const indexOf = new Map(anchors.map((each, index) => [each, index]));
const part = (selector) => watch.querySelector(selector);
const [now, words, turn, count] = [".now", ".words", ".count b", ".count span"].map(part);
const [speed, playButton] = ["select", "[data-go=play]"].map(part);
const PLAY = [playButton.textContent, playButton.getAttribute("aria-label")];
const PAUSE = ["❚❚", playButton.dataset.pause];

let step = -1; // the last anchor that has been told
let lit = null;
let opened = []; // by us, to be closed again
let timer = 0;
let addressing = 0;

// --- the board -------------------------------------------------------------------------------------

const sides = [homeRows, awayRows].map((rows, index) => {
  const section = watch.querySelectorAll(".rows > section")[index];
  const list = section.querySelector(".row");
  return { rows, section, list, faces: [...list.children], held: [...section.querySelectorAll(".statuses li")], shown: -1 };
});

function show(side, number) {
  if (side.shown === number) return;
  side.shown = number;
  const [life, order, amounts] = side.rows[number];
  if (life !== null) {
    side.section.querySelector(".life b").textContent = String(life).replace("-", "−");
    side.section.querySelector("rect").setAttribute("width", Math.max(life, 0));
  }
  const inOrder = order.map((face) => side.faces[Math.floor(face / 3)]);
  if (inOrder.some((card, index) => side.list.children[index] !== card)) {
    const focused = document.activeElement;
    side.list.prepend(...inOrder);
    if (side.list.contains(focused)) focused.focus({ preventScroll: true });
  }
  for (const card of side.faces) card.hidden = order.length > 0 && !inOrder.includes(card);
  order.forEach((face, index) => {
    const [card, stand] = [inOrder[index], face % 3];
    card.classList.toggle("down", stand === 1);
    card.classList.toggle("gone", stand === 2);
    card.querySelector(".stand").textContent = ["", watch.dataset.down, watch.dataset.gone][stand];
  });
  side.held.forEach((status, index) => {
    status.hidden = amounts[index] < 0;
    status.querySelector("b").textContent = amounts[index] ?? "";
  });
}

// --- steps -----------------------------------------------------------------------------------------

// The outermost closed fold around an anchor, if any.
function foldOf(anchor) {
  let found = null;
  for (let each = anchor.closest(".again"); each; each = each.parentElement.closest(".again"))
    if (!each.matches("details") ? !each.firstChild.open : !each.open) found = each;
  return found;
}
const within = (fold) => [...fold.querySelectorAll("[id^=e]")].map((each) => indexOf.get(each));
const isPassed = (index) => anchors[index]?.matches("h4"); // whose phase it is says the sentence after it

function onwards() {
  let next = step + 1;
  while (isPassed(next)) next++;
  if (next < anchors.length) go(next);
}
function back() {
  let next = (lit?.matches(".again") ? within(lit)[0] : step) - 1;
  while (isPassed(next)) next--;
  if (next >= 0) go(next);
}

// Tells the anchor with this index, or the closed fold in which it is; `whole`: opens its folds instead.
function go(index, whole = false) {
  const fold = whole ? null : foldOf(anchors[index]);
  step = fold ? Math.max(...within(fold)) : index;
  lit?.classList.remove("lit");
  lit = fold ?? anchors[index];
  lit.classList.add("lit");
  sides.forEach((side, which) => show(side, at[2 * step + which]));
  unfold(fold ? fold.parentElement : lit);
  const verdict = lit.matches("h3") ? lit.closest(".act").querySelector(".t-verdict > span") : null;
  const said = fold?.querySelector("summary") ?? verdict ?? (lit.matches("li") ? lit.lastElementChild : lit);
  now.replaceChildren(...said.cloneNode(true).childNodes);
  for (const each of now.querySelectorAll("[id]")) each.removeAttribute("id");
  turn.textContent = lit.closest("details.act")?.querySelector("h3").textContent ?? "";
  count.textContent = `${step + 1} / ${anchors.length}`;
  document.documentElement.style.scrollPaddingTop = `${watch.offsetHeight + 8}px`;
  (fold?.querySelector("summary") ?? lit).scrollIntoView({ block: "nearest", behavior: "instant" }); // a smooth one is lost when the next fold opens
  clearTimeout(addressing);
  const id = fold ? anchors[within(fold)[0]].id : lit.id;
  if (!timer) addressing = setTimeout(() => history.replaceState(history.state, "", `#${id}`), 200);
  if (step === anchors.length - 1) document.dispatchEvent(new Event("battle-watched"));
}

// Opens all around the element, and closes what was opened for the step before.
function unfold(element) {
  const around = [];
  for (let each = element.closest("details"); each; each = each.parentElement.closest("details")) around.push(each);
  for (const each of opened) if (!around.includes(each)) each.open = false;
  opened = opened.filter((each) => around.includes(each));
  for (const each of around) if (!each.open) opened.push(each);
  for (const each of around) each.open = true;
}

function play(isOn) {
  clearInterval(timer);
  timer = 0;
  now.setAttribute("aria-live", isOn ? "off" : "polite");
  [playButton.textContent] = isOn ? PAUSE : PLAY;
  playButton.setAttribute("aria-label", isOn ? PAUSE[1] : PLAY[1]);
  if (!isOn) return;
  timer = setInterval(() => (step < anchors.length - 1 ? onwards() : stop()), speed.value);
  if (step === anchors.length - 1) go(0);
  else onwards();
}
function stop() {
  play(false);
  if (lit) go(lit.matches(".again") ? within(lit)[0] : step);
}

const ACTS = {
  first: () => go(0),
  back,
  play: () => (timer ? stop() : play(true)),
  on: onwards,
  last: () => go(anchors.length - 1),
};
const KEYS = { Home: "first", ArrowLeft: "back", " ": "play", ArrowRight: "on", End: "last" };

function act(what) {
  if (what !== "play" && timer) play(false);
  ACTS[what]();
}

// --- the reader ------------------------------------------------------------------------------------

function fromAddress() {
  const index = anchors.findIndex((each) => `#${each.id}` === location.hash);
  if (index < 0) return;
  play(false);
  go(index, true);
}

function say(card) {
  const isNew = card && words.dataset.of !== card.querySelector(".tip").id;
  words.hidden = !isNew;
  words.dataset.of = isNew ? card.querySelector(".tip").id : "";
  if (!isNew) return;
  const [name, stand, tip] = [".name", ".stand", ".tip"].map((each) => card.querySelector(each).textContent);
  const title = document.createElement("b");
  title.textContent = stand ? `${name} (${stand})` : name;
  words.replaceChildren(title, ` ${tip}`);
}

watch.addEventListener("click", (event) => {
  const button = event.target.closest("[data-go]");
  const link = event.target.closest(".card a");
  if (button) act(button.dataset.go);
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  say(link.parentElement);
});
speed.addEventListener("change", () => timer && play(true));
addEventListener("keydown", (event) => {
  const what = KEYS[event.key];
  if (event.key === "Escape") say(null);
  if (!what || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea") || (event.key === " " && event.target.closest("a, button, summary"))) return;
  event.preventDefault();
  act(what);
});
addEventListener("hashchange", fromAddress);
addEventListener("beforeprint", () => story.querySelectorAll("details").forEach((each) => { each.open = true; }));

watch.classList.add("on");
part(".controls").hidden = false;
sides.forEach((side, which) => show(side, at[which]));
count.textContent = `0 / ${anchors.length}`;
document.documentElement.style.scrollPaddingTop = `${watch.offsetHeight + 8}px`;
fromAddress();
