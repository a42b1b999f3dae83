/** Keeps a screen from going dark while this page is shown, where the browser can; until what it returns is called. */
export function awake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let stopped = false;
  const take = async () => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    // Refused where the machine saves its power, or over plain http: then it goes dark as it always does.
    lock = await navigator.wakeLock.request('screen').catch(() => null);
    if (stopped) await lock?.release();
  };
  const again = () => void take();
  document.addEventListener('visibilitychange', again);
  again();
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', again);
    void lock?.release();
  };
}
