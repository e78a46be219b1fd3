import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  // The map of all screens has only 1.5 kB. Fetching parts of it for each page would cost more requests than it saves.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
