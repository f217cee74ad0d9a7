/**
 * The pages are written in both languages. Shows the viewer's one; a sandboxed frame has no storage and shows the browser's. The first
 * heading is the page's name.
 */
let language = /^zh\b/i.test(navigator.language) ? 'zh-CN' : 'en';
try {
  const stored = localStorage.getItem('footlight-language');
  if (stored === 'en' || stored === 'zh-CN') language = stored;
} catch {
  // A sandboxed frame.
}
document.documentElement.lang = language;
/** For the scripts that follow. */
globalThis.inLanguage = (zh, en) => (language === 'en' ? en : zh);
document.addEventListener('DOMContentLoaded', () => {
  document.title = document.querySelector(`h1 [lang="${language}"]`).textContent;
});
