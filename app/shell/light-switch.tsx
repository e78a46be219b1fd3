import { setLightMode, useLightMode } from '../foundation/ui/lite.ts';

/** For whoever pays for each megabyte and whose browser does not say so by itself. */
export function LightSwitch() {
  const lite = useLightMode();
  return (
    <label className="light noscript:hidden">
      <input type="checkbox" checked={lite} onChange={({ target }) => setLightMode(target.checked)} />
      Light pages: no films, smaller pictures
    </label>
  );
}
