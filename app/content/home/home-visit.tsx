import { Icon } from '../../foundation/ui/icon.tsx';
import { SectionHeading } from '../../foundation/ui/section-heading.tsx';
import type { Store } from '../contract.ts';

/** The shop's doors. Each button opens the store on a map, in a tab of its own. */
export function Visit({ stores, text }: { stores: readonly Store[]; text: string }) {
  if (stores.length === 0) return null;
  const hours = [...new Set(stores.map((store) => store.hours))].join('; ');
  return (
    <section className="band pt-0">
      <SectionHeading hindiWord="आइए" title="Visit our store" />
      <div className="visit">
        <p className="prose">
          {text} <span className="block">{hours}.</span>
        </p>
        <div className="actions">
          {stores.map(({ name, address, mapUrl }) => (
            <a
              className="btn quiet"
              key={name}
              href={mapUrl}
              target="_blank"
              rel="noopener noreferrer"
              title={address || undefined}
            >
              <Icon name="map-pin" />
              {name}
              <span className="sr"> store on the map, opens in a new tab</span>
            </a>
          ))}
        </div>
      </div>
    </section>
  );
}
