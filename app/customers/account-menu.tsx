import type { MouseEvent, ReactNode } from 'react';
import type { ProductImage } from '../catalogue/contract.ts';
import { Icon, type IconName } from '../foundation/ui/icon.tsx';
import { Link } from '../foundation/ui/link.tsx';
import { Photo } from '../foundation/ui/photo.tsx';
import * as urls from '../urls.ts';
import type { Profile } from './contract.ts';
import { useLogOut } from './log-out.ts';

type Props = {
  /** A close view of some cloth, beside the name. */
  image: ProductImage | undefined;
  user: Profile | undefined;
  /** Leads to the list that the shopper has shared, where the browser can find it. */
  onShared: (event: MouseEvent) => void;
};

/** Account menu on phones. */
export function AccountMenu({ image, user, onShared }: Props) {
  const logOut = useLogOut();
  return (
    <div className="phone-only account-menu">
      <Link className="account-identity" to={urls.accountForm}>
        <span className="image">{image && <Photo image={image} sizes="56px" alt="" />}</span>
        <WhoIsHere user={user} />
        <Icon name="chevron-right" className="ml-auto" />
      </Link>
      <div className="tiles">
        <Link to={urls.reachUs}>
          <Icon name="life-buoy" />
          Help Center
        </Link>
        <Later>
          <Icon name="ticket" />
          <span>
            Coupons <Soon />
          </span>
        </Later>
      </div>
      <Group title="My Payments">
        <ComingSoonRow icon="landmark">Bank &amp; UPI Details</ComingSoonRow>
        <MenuRow icon="credit-card" to={`${urls.account}?show=payments`}>
          Payment &amp; Refund
        </MenuRow>
      </Group>
      <Group title="My Activity">
        <MenuRow icon="heart" to={urls.wishlist}>
          Wishlisted Products
        </MenuRow>
        <MenuRow icon="share-2" to={urls.wishlist} onClick={onShared}>
          Shared Products
        </MenuRow>
        <ComingSoonRow icon="users">
          Followed Shops <span className="tag">New</span>
        </ComingSoonRow>
      </Group>
      <Group title="Others">
        <li>
          <span>
            <Icon name="wallet" />
            Balance
            <span className="end num">₹0</span>
          </span>
        </li>
        <ComingSoonRow icon="store">
          Become a Supplier <span className="tag">New</span>
        </ComingSoonRow>
        <MenuRow icon="settings" to="#settings">
          Settings
        </MenuRow>
        <MenuRow icon="star" to={`${urls.account}?show=rate`}>
          Rate the product
        </MenuRow>
        <MenuRow icon="scale" to={urls.legalPolicies}>
          Legal and Policies
        </MenuRow>
        <MenuRow icon="book-open" to={urls.ourStory}>
          Our Story
        </MenuRow>
        <li>
          <button type="button" onClick={logOut}>
            <Icon name="log-out" />
            Logout
          </button>
        </li>
      </Group>
    </div>
  );
}

function WhoIsHere({ user }: { user: Profile | undefined }) {
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

type RowProps = { icon: IconName; to: string; onClick?: (event: MouseEvent) => void; children: ReactNode };

/** An entry that leads somewhere. */
export function MenuRow({ icon, to, onClick, children }: RowProps) {
  return (
    <li>
      <Link to={to} onClick={onClick} preventScrollReset={to.startsWith('#')}>
        <Icon name={icon} />
        {children}
        <Icon name="chevron-right" />
      </Link>
    </li>
  );
}

/** An entry whose time is still to come: it is there, and says that it cannot be used yet. */
function ComingSoonRow({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li>
      <Later>
        <Icon name={icon} />
        {children}
        <span className="end">
          <Soon />
        </span>
      </Later>
    </li>
  );
}

/** Announced as unavailable, and it can be reached, so that nobody wonders where it is. */
function Later({ children }: { children: ReactNode }) {
  return (
    <button type="button" aria-disabled="true" className="soft">
      {children}
    </button>
  );
}

const Soon = () => <span className="tag soon">Soon</span>;
