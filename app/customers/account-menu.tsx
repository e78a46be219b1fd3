import type { MouseEvent, ReactNode } from 'react';
import type { ProductImage } from '../catalogue/contract.ts';
import { Icon, type IconName } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import { Photo } from '../foundation/ui/photo.tsx';
import * as urls from '../urls.ts';
import type { Profile } from './contract.ts';
import { useLogOut } from './log-out.ts';

type Props = {
  /** A close-up of a product, shown beside the customer's name. */
  image: ProductImage | undefined;
  user: Profile | undefined;
  /** Called to open the customer's shared wishlist. */
  onShared: (event: MouseEvent) => void;
};

export function AccountMenu({ image, user, onShared }: Props) {
  return (
    <div className="phone-only account-menu">
      <Link className="account-identity" to={urls.accountForm}>
        <span className="image">{image && <Photo image={image} sizes="56px" alt="" />}</span>
        <CustomerName user={user} />
        <Icon name="chevron-right" className="ml-auto" />
      </Link>
      <div className="tiles">
        <Link to={urls.reachUs}>
          <Icon name="life-buoy" />
          Help Center
        </Link>
        <UnavailableButton>
          <Icon name="ticket" />
          <span>Coupons {soonTag}</span>
        </UnavailableButton>
      </div>
      <Group title="My Payments">
        <ComingSoonRow icon="landmark" label="Bank & UPI Details" />
        <MenuRow icon="credit-card" to={`${urls.account}?show=payments`} label="Payment &amp; Refund" />
      </Group>
      <Group title="My Activity">
        <MenuRow icon="heart" to={urls.wishlist} label="Wishlisted Products" />
        <MenuRow icon="share-2" to={urls.wishlist} onClick={onShared} label="Shared Products" />
        <ComingSoonRow icon="users" label="Followed Shops" />
      </Group>
      <Group title="Others">
        <li>
          <span>
            <Icon name="wallet" />
            Balance
            <span className="end num">₹0</span>
          </span>
        </li>
        <ComingSoonRow icon="store" label="Become a Supplier" />
        <MenuRow icon="settings" to="#settings" label="Settings" />
        <MenuRow icon="star" to={`${urls.account}?show=rate`} label="Rate the product" />
        <MenuRow icon="scale" to={urls.legalPolicies} label="Legal and Policies" />
        <MenuRow icon="book-open" to={urls.ourStory} label="Our Story" />
        <LogOutRow label="Logout" />
      </Group>
    </div>
  );
}

function CustomerName({ user }: { user: Profile | undefined }) {
  if (!user) {
    return (
      <span className="name">
        <span className="sr">Edit your profile</span>
        <span className="skeleton skeleton-bar mb-2 block w-36" />
        <span className="skeleton skeleton-bar block w-48" />
      </span>
    );
  }
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <span className="name">
      <b className="text-3">{name || 'Add your name'}</b>
      <span className="soft">{user.email}</span>
    </span>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="group">
      <h2>{title}</h2>
      <ul className="list">{children}</ul>
    </section>
  );
}

type MenuRowProps = { icon: IconName; label: string; to: string; onClick?: (event: MouseEvent) => void };

export function MenuRow({ icon, label, to, onClick }: MenuRowProps) {
  return (
    <li>
      <Link to={to} onClick={onClick} preventScrollReset={to.startsWith('#')}>
        <Icon name={icon} />
        {label}
        <Icon name="chevron-right" />
      </Link>
    </li>
  );
}

export function LogOutRow({ label = 'Log out' }: { label?: string }) {
  const logOut = useLogOut();
  return (
    <li>
      <button type="button" onClick={logOut}>
        <Icon name="log-out" />
        {label}
      </button>
    </li>
  );
}

function ComingSoonRow({ icon, label }: { icon: IconName; label: string }) {
  return (
    <li>
      <UnavailableButton>
        <Icon name={icon} />
        {label}
        <span className="end">{soonTag}</span>
      </UnavailableButton>
    </li>
  );
}

/** A button that does nothing. Screen readers announce it as unavailable, and it can receive the focus. */
function UnavailableButton({ children }: { children: ReactNode }) {
  return (
    <button type="button" aria-disabled="true" className="soft">
      {children}
    </button>
  );
}

const soonTag = <span className="tag">Soon</span>;
