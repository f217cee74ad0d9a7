/** One run of the page: its steps one after the other, stopped at any time. */
import { Collected, type Device } from './collected.ts';
import type { BenchmarkResult } from '../measure/schema.ts';
import type { Part, Step } from './step.ts';
import { stepsOf } from './steps.ts';
import { WebGlPainter } from '../../src/player/workers/render/webgl-painter.ts';

// The device in words, as far as its browser reports it.

interface UserAgentData {
  readonly brands?: readonly { readonly brand: string; readonly version: string }[];
  getHighEntropyValues?(hints: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
}

const BROWSERS: readonly (readonly [name: string, version: RegExp])[] = [
  ['Edge', /Edg(?:A|iOS)?\/([\d.]+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /(?:Chrome|Chromium|CriOS)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari\//],
  ['WebKit', /AppleWebKit\/([\d.]+)/],
];
const SYSTEMS: readonly (readonly [name: string, version: RegExp])[] = [
  ['Android', /Android ([\d.]+)/],
  ['iOS', /(?:iPhone|CPU) OS ([\d_]+)/],
  ['macOS', /Mac OS X ([\d_.]+)/],
  ['Windows', /Windows NT ([\d.]+)/],
  ['Linux', /(Linux)/],
];

function named(table: typeof BROWSERS, userAgent: string): string {
  for (const [name, version] of table) {
    const found = version.exec(userAgent)?.[1];
    if (found !== undefined) return found === name ? name : `${name} ${found.replaceAll('_', '.')}`;
  }
  return 'unknown';
}

const numberOf = (source: object, name: string): number => {
  const value: unknown = Reflect.get(source, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
};

function gpuHere(): string {
  try {
    return WebGlPainter.rendererOf(document.createElement('canvas')) ?? 'no WebGL2';
  } catch {
    return 'unknown';
  }
}

/** `name`: what the person calls the device, for example "Redmi 9A"; '' if it was not given. */
async function describeDevice(name: string): Promise<Device> {
  const { userAgent } = navigator;
  const data = Reflect.get(navigator, 'userAgentData') as UserAgentData | undefined;
  const hints = await data?.getHighEntropyValues?.(['model', 'platformVersion']).catch(() => undefined);
  const model = name === '' && typeof hints?.['model'] === 'string' ? hints['model'] : name;
  const [browser, os, gpu] = [named(BROWSERS, userAgent), named(SYSTEMS, userAgent), gpuHere()];
  const cores = numberOf(navigator, 'hardwareConcurrency');
  const memoryGiB = numberOf(navigator, 'deviceMemory');
  const isIsolated = globalThis.crossOriginIsolated;
  const words = [
    ...(model === '' ? [] : [model]),
    `${browser} on ${os}`,
    `${cores === 0 ? 'unknown' : cores} processor${cores === 1 ? '' : 's'}`,
    ...(memoryGiB === 0 ? [] : [`${memoryGiB} GiB`]),
    isIsolated ? 'shared memory' : 'no shared memory',
  ].join(', ');
  return {
    words: words.slice(0, 120),
    userAgent: userAgent.slice(0, 500),
    gpu: gpu.slice(0, 200),
    isIsolated,
    os,
    browser,
    cores,
    memoryGiB,
  };
}

interface Battery {
  readonly level: number;
  readonly charging: boolean;
}

/** Null if the browser does not report it, or the device is charging. */
async function batteryPercent(): Promise<number | null> {
  const get = Reflect.get(navigator, 'getBattery') as (() => Promise<Battery>) | undefined;
  const battery = await get?.call(navigator).catch(() => undefined);
  return battery === undefined || battery.charging ? null : Math.round(battery.level * 100);
}

export interface Progress {
  readonly step: Step | null;
  readonly done: number;
  readonly all: number;
  /** Seconds. */
  readonly left: number;
}

export class BenchRun {
  readonly #steps: readonly Step[];
  readonly #isQuick: boolean;
  readonly #abort = new AbortController();
  readonly #collected: Collected;
  readonly #onChange: (run: BenchRun) => void;
  #device: Device | undefined;
  #at = 0;
  #beganMs = performance.now();
  #isOver = false;

  constructor(parts: readonly Part[], isQuick: boolean, onChange: (run: BenchRun) => void) {
    this.#steps = stepsOf(parts, isQuick);
    this.#isQuick = isQuick;
    this.#onChange = onChange;
    this.#collected = new Collected(() => onChange(this));
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  progress(): Progress {
    const step = this.#isOver ? undefined : this.#steps[this.#at];
    const total = this.#steps.reduce((sum, { seconds }) => sum + seconds, 0);
    const behind = this.#steps.slice(0, this.#at).reduce((sum, { seconds }) => sum + seconds, 0);
    const inStep = step === undefined ? 0 : Math.min(step.seconds, (performance.now() - this.#beganMs) / 1_000);
    return { step: step ?? null, done: behind + inStep, all: total, left: Math.max(0, total - behind - inStep) };
  }

  /** What was measured so far; null before the first figure. */
  result(): BenchmarkResult | null {
    return this.#device === undefined ? null : this.#collected.result(this.#device, this.#isQuick);
  }

  stop(): void {
    this.#abort.abort(new Error('stopped'));
  }

  async start(name: string, stage: HTMLElement): Promise<void> {
    this.#device = await describeDevice(name);
    const before = await batteryPercent();
    try {
      for (const [index, step] of this.#steps.entries()) {
        if (this.#abort.signal.aborted) break;
        [this.#at, this.#beganMs] = [index, performance.now()];
        this.#onChange(this);
        await step.run({ collected: this.#collected, signal: this.#abort.signal, stage });
      }
      const after = await batteryPercent();
      const about = 'On battery, from the beginning to the end of the run';
      if (before !== null && after !== null) this.#collected.add('Battery', about, 'whole run', { battery: [before, after] });
      else this.#collected.miss('Battery', about, 'whole run', 'charging, or this browser does not report it');
    } catch (cause) {
      if (!this.#abort.signal.aborted) throw cause;
    } finally {
      this.#isOver = true;
      this.#onChange(this);
    }
  }
}
