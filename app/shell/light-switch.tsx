import { chooseLite, useLite } from '../foundation/ui/lite.ts';

/** For whoever pays for each megabyte and whose browser does not say so by itself. */
export function LightSwitch() {
  const lite = useLite();
  return (
    <label className="light noscript:hidden">
      <input type="checkbox" checked={lite} onChange={({ target }) => chooseLite(target.checked)} />
      Light pages: no films, smaller pictures
    </label>
  );
}
