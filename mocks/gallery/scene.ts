/** A still stage for the player box: light beams, a singer, an audience. */
export function drawScene(isVertical: boolean): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const [width, height] = isVertical ? [540, 960] : [852, 480];
  canvas.width = width;
  canvas.height = height;
  canvas.style.cssText = 'display:block;width:100%;height:100%;object-fit:fill';
  const c = canvas.getContext('2d');
  if (c === null) return canvas;
  const back = c.createLinearGradient(0, 0, 0, height);
  back.addColorStop(0, '#1b1147');
  back.addColorStop(0.6, '#5b1d63');
  back.addColorStop(1, '#190b25');
  c.fillStyle = back;
  c.fillRect(0, 0, width, height);
  c.globalCompositeOperation = 'screen';
  for (let beam = 0; beam < 7; beam++) {
    const top = (width * (beam + 0.5)) / 7;
    const foot = width / 2 + (beam - 3) * width * 0.2;
    const light = c.createLinearGradient(0, 0, 0, height);
    light.addColorStop(0, `hsla(${300 + beam * 14}, 90%, 66%, .5)`);
    light.addColorStop(1, 'transparent');
    c.fillStyle = light;
    c.beginPath();
    c.moveTo(top - 6, 0);
    c.lineTo(top + 6, 0);
    c.lineTo(foot + 70, height);
    c.lineTo(foot - 70, height);
    c.fill();
  }
  c.globalCompositeOperation = 'source-over';
  const x = width / 2;
  const y = height * 0.74;
  const s = height * 0.0026 * (isVertical ? 0.62 : 1);
  c.fillStyle = '#0d0714';
  c.beginPath();
  c.arc(x, y - 118 * s, 17 * s, 0, 7);
  c.fill();
  c.beginPath();
  c.moveTo(x - 20 * s, y - 96 * s);
  c.quadraticCurveTo(x, y - 106 * s, x + 20 * s, y - 96 * s);
  c.lineTo(x + 30 * s, y);
  c.lineTo(x - 30 * s, y);
  c.fill();
  c.fillRect(x + 24 * s, y - 104 * s, 3 * s, 104 * s);
  c.beginPath();
  c.ellipse(x, y + 4 * s, 120 * s, 10 * s, 0, 0, 7);
  c.fill();
  for (let head = 0; head < 26; head++) {
    c.beginPath();
    c.arc((width * (head + 0.5)) / 26, height * (0.96 + ((head * 37) % 11) / 260), width * 0.026, 0, 7);
    c.fill();
  }
  return canvas;
}
