import { readResponse } from '../../foundation/http/api-client.ts';
import { ActionForm, type FormInput } from '../../foundation/ui/action-form.tsx';
import { CheckField, SelectField } from '../../foundation/ui/fields.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import type { EventKind, NotificationSwitches } from '../../notifications/contract.ts';
import * as urls from '../../urls.ts';
import { adminApi, adminQuery } from '../admin-api.ts';
import { WhenReady } from '../layout/loading.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { refreshAdmin, useAdminQuery } from '../layout/use-admin.ts';
import { useMe } from '../sign-in/me.ts';

export const meta = () => adminMeta('My notifications');

const labels: Record<EventKind, string> = {
  'order-placed': 'New orders',
  'return-requested': 'Returns waiting for your decision',
  'message-waits': 'Messages to answer',
  'review-waits': 'Reviews to read',
  'stock-low': 'Products with low stock or sold out',
  'payment-received': 'Payments received online',
  'payment-to-check': 'Payments that could not be used for an order',
  'refund-failed': 'Refunds that failed',
  'shipment-failed': 'Shipments that the courier did not accept',
  'email-failed': 'Emails to shoppers that could not be sent',
  'webhook-failed': 'Messages from the bank or the courier that this website could not process',
  'backup-old': 'Backups that are too old',
};
const isKind = (name: string): name is EventKind => name in labels;
const kinds = Object.keys(labels).filter(isKind);

const hourLabel = new Intl.DateTimeFormat('en-IN', { hour: 'numeric', timeZone: 'UTC' });
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourLabel.format(Date.UTC(2026, 0, 1, hour)),
}));

const switchesQuery = adminQuery(['my-notifications'], adminApi.me.notifications.$get, {});

/** Screen where the signed-in staff member chooses quiet hours and the events to be emailed about. Emails to staff link to it. */
export default function MyNotificationsPage() {
  const isOwner = useMe().data?.role === 'owner';
  return (
    <Screen
      title="My notifications"
      back={{ to: urls.adminAccount, text: 'My account' }}
      end={
        isOwner && (
          <Link className="btn quiet" to={urls.adminSentNotifications}>
            Notifications of the last 30 days
          </Link>
        )
      }
    >
      <p className="mb-4 max-w-[62ch]">
        The shop emails you about the events that you choose here. You get the first event at once. Events in
        the ten minutes after it come together in one email.
      </p>
      <WhenReady query={useAdminQuery(switchesQuery)}>
        {(switches) => (
          <div className="max-w-[62ch]">
            <SwitchesForm switches={switches} />
          </div>
        )}
      </WhenReady>
    </Screen>
  );
}

function SwitchesForm({ switches }: { switches: NotificationSwitches }) {
  return (
    <ActionForm
      label="My notifications"
      submitLabel="Save"
      pendingLabel="Saving..."
      check={checkQuietHours}
      send={async (input) => {
        await readResponse(adminApi.me.notifications.$put({ json: switchesIn(input) }));
        await refreshAdmin('my-notifications', 'audit-log');
        notify('Your notifications are saved.');
      }}
    >
      <fieldset className="field">
        <legend>Email me about</legend>
        {kinds.map((kind) => (
          <CheckField
            key={kind}
            name={kind}
            label={labels[kind]}
            defaultValue={switches.kinds.includes(kind)}
          />
        ))}
      </fieldset>
      <SelectField
        name="quiet.from"
        label="Quiet hours begin at"
        help="Emails wait until the quiet hours end. Emails about payments and refunds do not wait."
        options={hours}
        emptyLabel="No quiet hours"
        defaultValue={switches.quiet ? String(switches.quiet.from) : ''}
      />
      <SelectField
        name="quiet.until"
        label="Quiet hours end at"
        options={hours}
        defaultValue={String(switches.quiet?.until ?? 8)}
      />
    </ActionForm>
  );
}

function checkQuietHours({ text }: FormInput) {
  const isEmpty = text('quiet.from') === text('quiet.until');
  return {
    'quiet.until': isEmpty
      ? 'Quiet hours cannot begin and end at the same hour. Please choose another hour.'
      : undefined,
  };
}

function switchesIn({ text, isChecked }: FormInput): NotificationSwitches {
  const from = text('quiet.from');
  return {
    kinds: kinds.filter(isChecked),
    quiet: from === '' ? null : { from: Number(from), until: Number(text('quiet.until')) },
  };
}
