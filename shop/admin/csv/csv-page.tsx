import { officeMeta, Screen } from '../frame/screen.tsx';

export const meta = () => officeMeta('Import & export');

export default function CsvPage() {
  return (
    <Screen title="Import & export">
      <p>This screen is being woven.</p>
    </Screen>
  );
}
