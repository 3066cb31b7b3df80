// The button by which this browser wants to be told; where it cannot be, the sentence stays.
const form = document.querySelector("[data-push-key]");
const { pushKey, pushWorker } = form?.dataset ?? {};

const address = async () => {
  const place = await navigator.serviceWorker.register(pushWorker, { scope: "/static/" });
  const begun = place.installing ?? place.waiting;
  if (begun && !place.active) {
    await new Promise((done) => {
      begun.addEventListener("statechange", () => begun.state === "activated" && done());
    });
  }
  const wish = { userVisibleOnly: true, applicationServerKey: pushKey };
  return (await place.pushManager.subscribe(wish)).endpoint;
};

if (form && navigator.serviceWorker && window.PushManager) {
  const ask = form.querySelector("[data-push-ask]");
  form.querySelector("[data-push-cannot]").hidden = true;
  ask.hidden = false;
  ask.addEventListener("click", async (event) => {
    event.preventDefault();
    ask.disabled = true;
    try {
      form.elements.endpoint.value = await address();
      form.submit();
    } catch {
      form.querySelector("[data-push-refused]").hidden = false;
      ask.disabled = false;
    }
  });
}
