import { setLightMode, useLightMode } from '../foundation/ui/light-mode.ts';

/** For whoever pays for each megabyte and whose browser does not say so by itself. */
export function DataSaverSwitch() {
  const lite = useLightMode();
  return (
    <label className="light noscript:hidden">
      <input type="checkbox" checked={lite} onChange={({ target }) => setLightMode(target.checked)} />
      Light pages: no films, smaller pictures
    </label>
  );
}
