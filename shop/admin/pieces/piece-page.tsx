import { officeMeta, Screen } from '../frame/screen.tsx';

export const meta = () => officeMeta('One piece');

export default function PiecePage() {
  return (
    <Screen title="One piece">
      <p>This screen is being woven.</p>
    </Screen>
  );
}
