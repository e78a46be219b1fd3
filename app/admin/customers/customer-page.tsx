import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { addressLines } from '../../foundation/address/address-lines.ts';
import { formatDateTime } from '../../foundation/indian-dates.ts';
import { formatRupees } from '../../foundation/money.ts';
import { Link } from '../../foundation/ui/link.tsx';
import { Stars } from '../../foundation/ui/stars.tsx';
import { stateLabels } from '../../orders/rules.ts';
import * as urls from '../../urls.ts';
import { customerQuery } from '../admin-api.ts';
import { WhenReady } from '../layout/loading.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminQuery } from '../layout/use-admin.ts';
import { MessageState } from '../messages/message-state.tsx';
import { useMe } from '../sign-in/me.ts';
import type { AdminCustomer } from './contract.ts';
import { PersonalData } from './personal-data.tsx';

export const meta = () => adminMeta('Customer');

export default function CustomerPage() {
  const { id = '' } = useParams();
  const query = useAdminQuery(customerQuery(id));
  const isOwner = useMe().data?.role === 'owner';
  return (
    <Screen
      title={query.data ? displayNameOf(query.data) : 'Customer'}
      back={{ to: urls.adminCustomers, text: 'Customers' }}
    >
      <WhenReady query={query}>
        {(customer) => (
          <div className="two-columns">
            <div>
              <Orders customer={customer} />
              <Ratings customer={customer} />
              <Messages customer={customer} />
            </div>
            <div>
              <Profile customer={customer} />
              {isOwner && <PersonalData customer={customer} displayName={displayNameOf(customer)} />}
            </div>
          </div>
        )}
      </WhenReady>
    </Screen>
  );
}

function displayNameOf({ profile: { firstName, lastName, email } }: AdminCustomer): string {
  return `${firstName} ${lastName}`.trim() || email;
}

type CardsProps = { label: string; emptyText: string; children: ReactNode[]; more?: ReactNode };

function Cards({ label, emptyText, children, more }: CardsProps) {
  return (
    <section aria-label={label}>
      <h2>{label}</h2>
      {children.length === 0 ? <p className="soft">{emptyText}</p> : <ul className="cards">{children}</ul>}
      {more}
    </section>
  );
}

function Orders({ customer: { orders, orderCount } }: { customer: AdminCustomer }) {
  const more = orderCount > orders.length && (
    <p className="soft">
      These are the newest {orders.length} of {orderCount} orders.
    </p>
  );
  return (
    <Cards label="Orders" emptyText="No orders yet." more={more}>
      {orders.map(({ id, number, state, total, at }) => (
        <li key={id}>
          <div className="card-title">
            <Link className="link" to={`${urls.adminOrders}/${id}`}>
              {number}
            </Link>
            <span className="state">{stateLabels[state]}</span>
          </div>
          <p className="soft">
            {formatRupees(total)}, {formatDateTime(at)}
          </p>
        </li>
      ))}
    </Cards>
  );
}

function Ratings({ customer: { ratings } }: { customer: AdminCustomer }) {
  return (
    <Cards label="Ratings" emptyText="No ratings yet.">
      {ratings.map(({ id, productName, proId, stars, review }) => (
        <li key={id}>
          <div className="card-title">
            <b>{productName}</b>
            <Stars value={stars} />
          </div>
          {review && <p className="wrap-anywhere whitespace-pre-line">{review}</p>}
          <p className="soft">{proId}</p>
        </li>
      ))}
    </Cards>
  );
}

function Messages({ customer: { messages } }: { customer: AdminCustomer }) {
  return (
    <Cards
      label={messages.length === 0 ? 'Messages' : `Messages (${messages.length})`}
      emptyText="No messages from this email address."
    >
      {messages.map(({ id, message, status, createdAt }) => (
        <li key={id}>
          <div className="card-title">
            <Link className="link" to={`${urls.adminMessages}/${id}`}>
              {formatDateTime(createdAt)}
            </Link>
            <MessageState status={status} />
          </div>
          <p className="line-clamp-2 wrap-anywhere">{message}</p>
        </li>
      ))}
    </Cards>
  );
}

function Profile({ customer: { profile, customerSince, wishlistCount } }: { customer: AdminCustomer }) {
  const { email, phone, gender } = profile;
  const details: [label: string, value: string, scheme?: 'mailto' | 'tel'][] = [
    ['Email', email, 'mailto'],
    ['Phone', phone, 'tel'],
    ['Gender', gender],
    ['Address', addressLines({ ...profile, firstName: '', lastName: '' }).join('\n')],
    ['Wishlist', String(wishlistCount)],
    ['Customer since', formatDateTime(customerSince)],
  ];
  return (
    <section aria-label="Profile" className="cards">
      <h2>Profile</h2>
      <dl>
        {details.map(([label, value, scheme]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="whitespace-pre-line">
              {scheme && value ? (
                <a className="link wrap-anywhere" href={`${scheme}:${value}`}>
                  {value}
                </a>
              ) : (
                value || 'not given'
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
