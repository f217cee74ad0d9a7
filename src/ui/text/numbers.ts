const COMPACT = lazily((language) => new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }));
const GROUPED = lazily((language) => new Intl.NumberFormat(language));
/** The units of `COMPACT`, largest first; numbers below the last one are written in full. */
const UNITS: Readonly<Record<string, readonly number[]>> = { 'zh-CN': [1e8, 1e4], en: [1e9, 1e6, 1e3] };
/** Smaller English numbers are written in full, because four digits are as short as `1.2K`. Chinese has no unit below it. */
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

/** 12345 is 1.2万 in Chinese and 12.3K in English. Truncated instead of rounded, so that a room never shows more viewers than it has. */
export function formatCount(n: number, language: string): string {
  const whole = Number.isFinite(n) && n > 0 ? Math.floor(n) : 0;
  if (whole < SHORTENED_FROM && language === 'en') return formatNumber(whole, language);
  const step = (UNITS[language]?.find((one) => whole >= one) ?? 10) / 10;
  return COMPACT(language).format(Math.floor(whole / step) * step);
}

/** All digits, in groups, because coins are exact. */
export const formatNumber = (n: number, language: string): string => GROUPED(language).format(n);
