import { officeMeta, Screen } from '../frame/screen.tsx';

export const meta = () => officeMeta('Pieces');

export default function PiecesPage() {
  return (
    <Screen title="Pieces">
      <p>This screen is being woven.</p>
    </Screen>
  );
}
