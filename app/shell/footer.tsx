import { memo } from 'react';
import { useNavigate } from 'react-router';
import { endSession, useSession } from '../customers/session.ts';
import { Icon } from '../foundation/ui/icon.tsx';
import { setLightMode, useLightMode } from '../foundation/ui/light-mode.ts';
import { Link } from '../foundation/ui/link.tsx';
import * as urls from '../urls.ts';
import { copyright, useLoginPath } from './current-location.ts';
import type { LayoutData } from './layout-data.ts';

type FooterLink = { text: string; to: string };

const about = ['FAQs', 'Size Guide', 'Gift Cards', 'Reach Us'].map((text) => ({ text, to: urls.reachUs }));
const useful: readonly FooterLink[] = [
  { text: 'Returns & Cancellation', to: urls.returnPolicy },
  { text: 'Delivery & Shipping', to: urls.shippingPolicy },
  { text: 'Privacy Policy', to: urls.privacyPolicy },
  { text: 'Terms & Conditions', to: urls.termsAndConditions },
];

/** Footer, drawn as the end of a saree (pallu): temple border, bands and a fringe. */
export const Footer = memo(function Footer({ layoutData: { settings, year } }: { layoutData: LayoutData }) {
  const { name, foundedYear } = settings;
  return (
    <footer className="pallu">
      <div className="teeth" aria-hidden="true" />
      <div className="cloth">
        <div className="page">
          <div className="cols">
            <Contact settings={settings} />
            <Column title="About" links={about} />
            <Column title="Useful Information" links={useful} />
          </div>
          <div className="end">
            <span>
              {copyright(foundedYear, year)} {name}
            </span>
            <span className="flex gap-4">
              {settings.socials.map(({ name: network, url }) => (
                <a key={network} href={url} rel="noopener">
                  {network}
                </a>
              ))}
            </span>
            <SignInOutButton />
            <DataSaverSwitch />
          </div>
        </div>
      </div>
      <div className="tail" aria-hidden="true" />
    </footer>
  );
});

function Contact({ settings }: Pick<LayoutData, 'settings'>) {
  const { contact, name, tagline, description } = settings;
  return (
    <div>
      <Link className="brand" to={urls.home}>
        {name}
      </Link>
      <p className="max-w-[34ch]">
        {tagline}. {description}
      </p>
      <address className="mt-3 not-italic">
        {contact.address && (
          <>
            {contact.address}
            <br />
          </>
        )}
        {contact.officeHours}
      </address>
      <ul className="mt-3">
        <li>
          <a className="gap-3" href={`mailto:${contact.email}`}>
            <Icon name="mail" />
            {contact.email}
          </a>
        </li>
        <li>
          <a className="gap-3" href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`}>
            <Icon name="phone" />
            {contact.phone}
          </a>
        </li>
        <li>
          <a className="gap-3" href={contact.chatUrl} rel="noopener">
            <Icon name="message-circle" />
            Chat with us
          </a>
        </li>
      </ul>
    </div>
  );
}

function Column({ title, links }: { title: string; links: readonly FooterLink[] }) {
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {links.map(({ text, to }) => (
          <li key={text}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Sign-up link for guests, log-out button for customers. They have the same width, so that the layout does not shift. */
function SignInOutButton() {
  const isSignedIn = useSession() !== undefined;
  const login = useLoginPath();
  const navigate = useNavigate();

  async function logOut() {
    const loaded = await import('../customers/log-out.ts').catch(() => undefined);
    // If the log-out script cannot be loaded, end the session only in this browser.
    if (loaded) void loaded.signOut();
    else endSession();
    await navigate(urls.home);
  }
  if (!isSignedIn) {
    return (
      <Link className="btn small min-w-24" to={login}>
        Sign up
      </Link>
    );
  }
  return (
    <button type="button" className="btn small min-w-24" onClick={() => void logOut()}>
      Log out
    </button>
  );
}

/** Switch to save data, for customers who pay per megabyte and whose browser has no such setting. */
function DataSaverSwitch() {
  const isLight = useLightMode();
  return (
    <label className="light noscript:hidden">
      <input type="checkbox" checked={isLight} onChange={({ target }) => setLightMode(target.checked)} />
      Data saver: smaller pictures, and no video plays by itself
    </label>
  );
}
