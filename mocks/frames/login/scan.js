/** The page behind the QR code of the login: reports that it was opened, and its confirmation (src/features/login/mock.ts). */
const ticket = new URLSearchParams(location.search).get('ticket') ?? '';
const channel = new BroadcastChannel('footlight-mock');
function report(step) {
  const body = JSON.stringify({ ticket, step });
  // The offline room answers its calls in its own tab; the origin server answers this one.
  channel.postMessage({ kind: 'call', path: '{secure}/login/scan', body });
  fetch('/secure/login/scan', { method: 'POST', body, headers: { 'content-type': 'application/json' } }).catch(() => undefined);
}
report('scanned');
document.getElementById('confirm').addEventListener('click', ({ currentTarget }) => {
  report('confirmed');
  currentTarget.disabled = true;
  document.getElementById('done').textContent = inLanguage('已确认，请回到直播间', 'Confirmed; go back to the room');
});
