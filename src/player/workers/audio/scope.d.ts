/** The used part of AudioWorkletGlobalScope (Web Audio API 1.32). */
declare const sampleRate: number;
declare abstract class AudioWorkletProcessor {
  readonly port: { onmessage: ((event: { readonly data: unknown }) => void) | null };
}
declare function registerProcessor(
  name: string,
  processor: new (options: { readonly processorOptions: unknown }) => AudioWorkletProcessor,
): void;
