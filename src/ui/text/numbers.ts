const COMPACT = lazily((language) => new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }));
const GROUPED = lazily((language) => new Intl.NumberFormat(language));
/** The units that `COMPACT` uses, largest first; below the last one a number is written in full. */
const UNITS: Readonly<Record<string, readonly number[]>> = { 'zh-CN': [1e8, 1e4], en: [1e9, 1e6, 1e3] };
/** English numbers below it are written in full: four digits are as short as `1.2K`. Chinese has no unit below it. */
const SHORTENED_FROM = 1e4;

/** One formatter for each language, created on first use: creating one costs more than a hundred numbers. */
function lazily(create: (language: string) => Intl.NumberFormat): (language: string) => Intl.NumberFormat {
  const created = new Map<string, Intl.NumberFormat>();
  return (language) => {
    const format = created.get(language) ?? create(language);
    created.set(language, format);
    return format;
  };
}

/** 12345 is 1.2万 in Chinese and 12.3K in English. Cut and not rounded: a room never seems to have more viewers than it has. */
export function formatCount(n: number, language: string): string {
  const whole = Number.isFinite(n) && n > 0 ? Math.floor(n) : 0;
  if (whole < SHORTENED_FROM && language === 'en') return formatNumber(whole, language);
  const step = (UNITS[language]?.find((one) => whole >= one) ?? 10) / 10;
  return COMPACT(language).format(Math.floor(whole / step) * step);
}

/** Every digit, in groups: coins are paid to the last one. */
export const formatNumber = (n: number, language: string): string => GROUPED(language).format(n);
