const room = window.footlightFrame;
const { dark, light } = document.body.dataset;
document.body.style.setProperty('--dark', dark);
document.body.style.setProperty('--light', light);
const element = (id) => document.getElementById(id);
const show = (text) => {
  element('where').textContent = text;
};
const fail = (cause) => show(String(cause));
let points = 0;
element('score').addEventListener('click', (event) => {
  event.currentTarget.textContent = String(++points);
});
element('toast').addEventListener(
  'click',
  () => void room.toast(inLanguage(`${document.title}：${points}`, `${document.title}: ${points}`)).catch(fail),
);
element('rank').addEventListener('click', () => void room.ajax('/game/rpt/biz_config').then((answer) => show(`code ${answer.code}`), fail));
element('close').addEventListener('click', () => void room.close());
if (new URLSearchParams(location.search).get('ready') !== 'never')
  room
    .ready()
    .then(() => room.info())
    .then(
      ({ roomId, userId }) =>
        show(inLanguage(`房间 ${roomId} · 用户 ${userId || '游客'}`, `Room ${roomId} · ${userId ? `user ${userId}` : 'guest'}`)),
      fail,
    );
