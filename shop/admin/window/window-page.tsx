import { officeMeta, Screen } from '../frame/screen.tsx';

export const meta = () => officeMeta('Shop window');

export default function WindowPage() {
  return (
    <Screen title="Shop window">
      <p>This screen is being woven.</p>
    </Screen>
  );
}
