import css from './Overlays.module.css';
import { isReady } from './model.ts';
import { OVERLAY_LAYERS } from './protocol.ts';
import { useText } from './text.ts';
import type { Playground } from './use-playground.ts';

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

/** Switches for the layers over the picture, and facts about the blocks of the shown picture. */
export function Overlays({ playground }: { playground: Playground }) {
  const text = useText();
  const { state } = playground;
  const blocks = state.layers.length > 0 ? state.blocks[state.index] : undefined;
  return (
    <div className={css.overlays} role="group" aria-label={text.layers}>
      <span>{text.layers}</span>
      {OVERLAY_LAYERS.map((layer) => {
        const isOn = state.layers.includes(layer);
        return (
          <button
            key={layer}
            type="button"
            data-layer={layer}
            aria-pressed={isOn}
            title={text.layer[layer]}
            disabled={!isReady(state)}
            onClick={() => playground.setLayers(isOn ? state.layers.filter((one) => one !== layer) : [...state.layers, layer])}
          >
            {layer.toUpperCase()}
          </button>
        );
      })}
      {blocks && (
        <output data-testid="blocks">
          {[
            text.blocksOf(blocks.coding, blocks.prediction, blocks.transform),
            text.shares(percent(blocks.intra), percent(blocks.skipped)),
            `QP ${blocks.qpMin}–${blocks.qpMax}`,
            `MV ${blocks.motion.toFixed(1)} px`,
          ].join(' · ')}
        </output>
      )}
    </div>
  );
}
