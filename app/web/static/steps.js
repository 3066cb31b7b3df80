// A match that is over, step by step: arrow keys, Home and End do what the links do (in practice, buttons), one button plays.
// A step is fetched as its page, whose parts take the places of those shown.
const steps = document.querySelector(".watched");
const playButton = steps.querySelector("[data-play]");
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };
let timer = 0;
let asked = 0; // late answers change nothing

const target = (what) => steps.querySelector(`a[data-go=${what}], button[data-go=${what}]`);
const posted = (of) => ({ method: "POST", body: new URLSearchParams(new FormData(of.form, of)) });

async function go(what) {
  const of = target(what);
  if (!of) return play(false);
  const mine = ++asked;
  const answer = await (of.href ? fetch(of.href) : fetch(of.form.action, posted(of))).catch(() => null);
  if (mine !== asked) return;
  if (!answer?.ok) return of.click(); // the browser says what is wrong
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement.dataset.go;
  for (const part of steps.querySelectorAll("[data-part]"))
    part.replaceChildren(...page.querySelector(`[data-part=${part.dataset.part}]`).childNodes);
  if (focused) (target(focused) ?? target("back") ?? target("on")).focus({ preventScroll: true });
  if (!of.href) return;
  history.replaceState(null, "", of.href);
  for (const link of document.querySelectorAll("a[hreflang]")) link.search = of.search;
}

function play(isOn) {
  clearInterval(timer);
  timer = isOn ? setInterval(go, 2400, "on") : 0;
  playButton.setAttribute("aria-pressed", isOn);
  if (isOn) go(target("on") ? "on" : "first");
}

function act(event) {
  const what = event.key ? KEYS[event.key] : event.target.closest("[data-go]")?.dataset.go;
  if (!what || !event.isTrusted || event.target.matches("select")) return;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  play(false);
  go(what);
}

steps.addEventListener("click", act);
addEventListener("keydown", act);
playButton.addEventListener("click", () => play(!timer));
playButton.hidden = false;
