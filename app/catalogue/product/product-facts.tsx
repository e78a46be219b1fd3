import type { Settings } from '../../content/contract.ts';
import { formatRupees } from '../../foundation/money.ts';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import type { Product } from '../contract.ts';
import type { DescriptionLine } from '../rules.ts';
import type { Facts } from './product-facts.server.ts';

type FactsProps = {
  facts: Facts;
  /** Id of the chosen variant. */
  sizeId: string | undefined;
};

/**
 * Shipping, return, payment and seller. The server creates these sentences, so the page's script does not need the rules for
 * them.
 */
export function ProductFacts({ facts, sizeId }: FactsProps) {
  return (
    <ul className="facts mt-5">
      {facts.lines.map(({ icon, text, note, messagePath }) => (
        <li key={icon}>
          <Icon name={icon} />
          <span>
            {text} {note && <span className="soft inline-block">{note}</span>}
            {messagePath && (
              <Link className="link" to={messagePath + (sizeId ? `:${sizeId}` : '')}>
                Order by message
              </Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

const noteLabel = "Weaver's note";

/** The description. Each line has a bold label and a value. The weaver's note follows as a quote. */
export function Cloth({ lines }: { lines: readonly DescriptionLine[] }) {
  const facts = lines.filter(({ label }) => label !== noteLabel);
  const notes = lines.filter(({ label }) => label === noteLabel);
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="cloth">
      <h2 id="cloth" className="mt-9 mb-2 text-4">
        The cloth
      </h2>
      <dl className="spec">
        {facts.map(({ label, value }) => (
          <div key={label + value}>
            {label ? <dt>{label}</dt> : <dt className="sr">Also</dt>}
            <dd className={label ? undefined : 'col-span-2'}>{value}</dd>
          </div>
        ))}
      </dl>
      {notes.length > 0 && (
        <dl className="mt-5 space-y-4">
          {notes.map(({ label, value }) => (
            <div key={value} className="flex flex-col-reverse gap-1.5">
              <dt className="small soft">{label}</dt>
              <dd className="pull-quote">“{value}”</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

type DisclosureProps = {
  product: Product;
  settings: Pick<Settings, 'contact'>;
  /** Name and address of the seller. */
  seller: string;
};

/** The facts that the law requires: the price with taxes, the country of origin, and the seller. */
export function Disclosure({ product, settings, seller }: DisclosureProps) {
  const { contact } = settings;
  const rows = [
    ['MRP', `${formatRupees(product.mrp ?? product.price)}, inclusive of all taxes`],
    ['Net quantity', '1 unit'],
    ['Country of origin', product.countryOfOrigin],
    ['Sold and marketed by', seller],
  ] as const;
  return (
    <section aria-labelledby="record">
      <h2 id="record" className="strong mt-7 font-text text-2">
        Product information
      </h2>
      <dl className="num small soft mt-1 [&_dd]:inline [&_dt]:inline [&_dt]:after:content-[':_']">
        {rows.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <div>
          <dt>Customer care</dt>
          <dd>
            <a className="link py-1.5" href={`mailto:${contact.email}`}>
              {contact.email}
            </a>
            ,{' '}
            <a className="link py-1.5" href={`tel:${contact.phone.replace(/[^\d+]/g, '')}`}>
              {contact.phone}
            </a>
          </dd>
        </div>
      </dl>
    </section>
  );
}
