import { RequestFailed } from '../http/api-client.ts';

const timeoutMs = 10_000;

/**
 * Creates a function that loads a script of another site once. `read` returns the value that the script defines. The function
 * rejects with {@link RequestFailed} if loading fails or takes ten seconds. The next call then tries again.
 */
export function createScriptLoader<T>(
  read: () => T | undefined,
  failure: ConstructorParameters<typeof RequestFailed>,
): (url: string) => Promise<T> {
  let loading: Promise<T> | undefined;

  function load(url: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const script = document.createElement('script');
      const end = () => {
        clearTimeout(timer);
        const value = read();
        if (value !== undefined) return resolve(value);
        script.remove();
        reject(new RequestFailed(...failure));
      };
      const timer = setTimeout(end, timeoutMs);
      script.src = url;
      script.async = true;
      script.onload = end;
      script.onerror = end;
      document.head.append(script);
    });
  }

  return (url) => {
    loading ??= load(url).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
