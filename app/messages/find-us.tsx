import type { Settings, Store } from '../content/contract.ts';
import { Icon } from '../foundation/ui/icon.tsx';

type Props = {
  contact: Settings['contact'];
  /** The seller's name and address. */
  seller: string;
  stores: readonly Store[];
};

/** Contact details, office hours and the stores' addresses. */
export function FindUs({ contact, seller, stores }: Props) {
  return (
    <div className="flex flex-col gap-6">
      <section className="group" aria-labelledby="find-us">
        <h2 id="find-us">Find us</h2>
        <ul className="list">
          <li>
            <a href={`mailto:${contact.email}`}>
              <Icon name="mail" />
              {contact.email}
            </a>
          </li>
          <li>
            <a href={`tel:${contact.phone.replace(/[^\d+]/g, '')}`}>
              <Icon name="phone" />
              {contact.phone}
            </a>
          </li>
          <li>
            <a href={contact.chatUrl} target="_blank" rel="noopener">
              <Icon name="message-circle" />
              Chat with us
            </a>
          </li>
          <li>
            <span>
              <Icon name="clock" />
              {contact.officeHours}
            </span>
          </li>
        </ul>
      </section>
      {stores.length > 0 && (
        <section className="group" aria-labelledby="stores">
          <h2 id="stores">See the cloth</h2>
          <ul className="list">
            {stores.map(({ name, address, hours, mapUrl }) => (
              <li key={name}>
                <a href={mapUrl} target="_blank" rel="noopener" className="py-3">
                  <Icon name="map-pin" />
                  <span>
                    <b className="block">{name}</b>
                    {address && <span className="soft block">{address}</span>}
                    <span className="soft block">{hours}</span>
                    <span className="sr">Opens a map</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {contact.address && <p className="small soft">{seller}</p>}
    </div>
  );
}
