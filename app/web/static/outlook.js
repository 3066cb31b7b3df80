// What a format comes to, while the form of a new season is filled in: the server works it out, as its button does.

const form = document.querySelector("form[data-outlook]");
let [asked, timer] = [0];
form.querySelector("[data-without-script]").hidden = true;

async function show() {
  const turn = ++asked;
  const answer = await fetch(form.dataset.outlook, { method: "POST", body: new URLSearchParams(new FormData(form)) }).catch(() => null);
  const page = new DOMParser().parseFromString(answer?.ok ? await answer.text() : "", "text/html");
  if (turn !== asked || !page.getElementById("outlook")) return;
  for (const id of ["outlook", "slug-hint"]) document.getElementById(id).replaceChildren(...page.getElementById(id).childNodes);
  for (const usual of document.querySelectorAll("#outlook data")) document.getElementById(usual.dataset.for).placeholder = usual.value;
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(show, 300);
});
addEventListener("pageshow", show);
