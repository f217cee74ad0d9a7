/** The tone mapping of `player/rules/decoding/tone-mapping.ts` for the WebGL painter: compiled for the first HDR picture. */
export const TONE_MAPPING = `
uniform bool isHlg, isWide;
uniform float sourcePq, targetPq, white;
const float M1 = 2610.0 / 16384.0, M2 = 2523.0 / 32.0, C1 = 3424.0 / 4096.0, C2 = 2413.0 / 128.0, C3 = 2392.0 / 128.0;
vec3 pqToNits(vec3 code) {
  vec3 power = pow(max(code, 0.0), vec3(1.0 / M2));
  return 10000.0 * pow(max(power - C1, 0.0) / (C2 - C3 * power), vec3(1.0 / M1));
}
float nitsToPq(float nits) {
  float power = pow(max(nits / 10000.0, 0.0), M1);
  return pow((C1 + C2 * power) / (1.0 + C3 * power), M2);
}
vec3 hlgToNits(vec3 code) {
  vec3 scene = mix((exp((code - 0.55991073) / 0.17883277) + 0.28466892) / 12.0, code * code / 3.0, vec3(lessThanEqual(code, vec3(0.5))));
  return scene * 1000.0 * pow(max(dot(scene, vec3(0.2627, 0.678, 0.0593)), 1e-9), 0.2);
}
float eetf(float code) {
  float maxLuminance = targetPq / sourcePq;
  float knee = 1.5 * maxLuminance - 0.5;
  float e = min(code / sourcePq, 1.0);
  if (maxLuminance >= 1.0 || e < knee) return e * sourcePq;
  float t = (e - knee) / (1.0 - knee), t2 = t * t, t3 = t2 * t;
  return ((2.0 * t3 - 3.0 * t2 + 1.0) * knee + (t3 - 2.0 * t2 + t) * (1.0 - knee) + (-2.0 * t3 + 3.0 * t2) * maxLuminance) * sourcePq;
}
vec3 toSdr(vec3 rgb) {
  vec3 light = isHlg ? hlgToNits(clamp(rgb, 0.0, 1.0)) : pqToNits(clamp(rgb, 0.0, 1.0));
  float brightest = max(max(light.r, light.g), light.b);
  if (brightest <= 0.0) return vec3(0.0);
  light *= pqToNits(vec3(eetf(nitsToPq(brightest)))).x / (brightest * white);
  if (isWide) light = mat3(1.660491, -0.12455, -0.018151, -0.587641, 1.1329, -0.100579, -0.07285, -0.008349, 1.11873) * light;
  light = clamp(light, 0.0, 1.0);
  return mix(1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055, light * 12.92, vec3(lessThanEqual(light, vec3(0.0031308))));
}`;
