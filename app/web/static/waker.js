// Wakes with a push, which says nothing, and says that something waits. It keeps no page and answers for none.
const lang = new URL(self.location).searchParams.get("lang") === "ja" ? "ja" : "en";
const words = { ja: "飛脚：あなたを待っているものがあります", en: "Hikyaku: something waits for you" };

self.addEventListener("push", (event) => {
  event.waitUntil(self.registration.showNotification(words[lang], { tag: "hikyaku", lang }));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(`/${lang}/my`));
});
