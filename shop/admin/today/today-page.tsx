import { officeMeta, Screen } from '../frame/screen.tsx';

export const meta = () => officeMeta('Today');

export default function TodayPage() {
  return (
    <Screen title="Today">
      <p className="mt-5 text-madder">This screen is being woven.</p>
    </Screen>
  );
}
