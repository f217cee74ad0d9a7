/** Pays immediately and notifies the room's tab over the mock channel (mocks/control.ts). */
const COINS = 10_000;
let paid = 0;
document.getElementById('pay').addEventListener('click', () => {
  new BroadcastChannel('footlight-mock').postMessage({ kind: 'recharge', coins: COINS });
  paid += COINS;
  document.getElementById('done').textContent = inLanguage(
    `已充值 ${paid} 星币，请回到直播间`,
    `${paid} coins bought; go back to the room`,
  );
});
