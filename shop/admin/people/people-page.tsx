import { officeMeta, Screen } from '../frame/screen.tsx';

export const meta = () => officeMeta('People');

export default function PeoplePage() {
  return (
    <Screen title="People">
      <p>This screen is being woven.</p>
    </Screen>
  );
}
