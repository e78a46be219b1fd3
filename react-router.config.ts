import type { Config } from '@react-router/dev/config';

export default { appDirectory: 'shop', ssr: true } satisfies Config;
