import { officeMeta, Screen } from '../frame/screen.tsx';

export const meta = () => officeMeta('One person');

export default function PersonPage() {
  return (
    <Screen title="One person">
      <p>This screen is being woven.</p>
    </Screen>
  );
}
