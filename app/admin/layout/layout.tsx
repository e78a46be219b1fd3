import { type ReactNode, useEffect } from 'react';
import { isRouteErrorResponse, Outlet, useLocation, useNavigate, useRouteError } from 'react-router';
import { useLayoutData } from '../../catalogue/use-layout-data.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { TextField } from '../../foundation/ui/fields.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import { adminApi } from '../admin-api.ts';
import { factorRequest, resolveFreshFactor } from './authenticated-fetch.ts';
import { AdminDialog } from './dialog.tsx';
import './admin.css';
import { Notices } from '../../foundation/ui/notices.tsx';
import { cloths, Selvedge } from '../../foundation/ui/selvedge.tsx';
import { useMe } from '../sign-in/me.ts';
import { Loading } from './loading.tsx';
import { BottomBar, Rail, useFreshCounts } from './rail.tsx';
import { Screen } from './screen.tsx';
import { useStaffToken } from './staff-session.ts';
import { UnsavedDialog } from './unsaved.tsx';

/** Layout of all admin screens. Redirects to the sign-in if no staff member is signed in. */
export default function AdminLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** Screen for an error or an unknown URL. */
export function ErrorBoundary() {
  const error = useRouteError();
  const isLost = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Frame>
      <Screen title={isLost ? 'Page not found' : 'Something went wrong'}>
        <title>Admin</title>
        <p>
          {isLost
            ? 'This page does not exist in the admin.'
            : 'This page could not be shown. Everything that you saved is safe.'}
        </p>
        <p>
          <a className="link tap" href={urls.admin}>
            Go to the dashboard
          </a>
        </p>
      </Screen>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="admin">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Selvedge {...cloths.temple}>
        <FrameContent>{children}</FrameContent>
      </Selvedge>
      <Notices />
      <FreshFactorDialog />
      <UnsavedDialog />
    </div>
  );
}

function FrameContent({ children }: { children: ReactNode }) {
  const shopName = useLayoutData()?.settings.name;
  const token = useStaffToken();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useFreshCounts();
  useEffect(() => {
    if (token !== null) return;
    const query = pathname === urls.admin ? '' : `?${new URLSearchParams({ next: pathname + search })}`;
    void navigate(`${urls.adminLogin}${query}`, { replace: true });
  }, [token, pathname, search, navigate]);
  return (
    <>
      <header className="admin-top">
        <Link className="logo" to={urls.admin}>
          <span className="logo-latin">{shopName}</span>
          <span className="sr">, admin</span>
        </Link>
        <span className="end">
          <a className="link tap" href={urls.home}>
            View the shop
          </a>
          {token && <Who />}
        </span>
      </header>
      <div className="shell">
        <Rail />
        <main id="main" tabIndex={-1} className="page">
          {token ? children : <Loading />}
          <noscript>
            <p className="alert info">
              The admin needs JavaScript, which is off in this browser. Please switch it on.
            </p>
          </noscript>
        </main>
      </div>
      <BottomBar />
    </>
  );
}

function Who() {
  const { data } = useMe();
  return data ? (
    <span className="soft desktop-only">
      {data.name || data.email}, {data.role}
    </span>
  ) : null;
}

/** Dialog that asks for the second factor when a request needs a recent one. The layout renders it once. */
function FreshFactorDialog() {
  if (factorRequest.useValue() === undefined) return null;
  return (
    <AdminDialog onClose={() => resolveFreshFactor(false)} title="Confirm that it is you">
      <ActionForm
        submitLabel="Confirm"
        send={({ text }) => {
          const json = { code: text('code') };
          return readResponse(adminApi['sign-in']['refresh-totp'].$post({ json }));
        }}
        onDone={() => resolveFreshFactor(true)}
      >
        <p>
          This step changes money or access, so please enter a code from your authenticator app. You will not
          be asked again for ten minutes.
        </p>
        <TextField
          name="code"
          label="Six-digit code of your app, or a recovery code"
          autoComplete="one-time-code"
        />
      </ActionForm>
    </AdminDialog>
  );
}
