import { FeaturePanel } from './FeaturePanel.tsx';

export default function StageFeature({ name }: { readonly name: string }) {
  return <FeaturePanel name={name} place="slot" />;
}
