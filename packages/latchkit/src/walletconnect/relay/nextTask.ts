/** Resolves in a task of its own: what is on the screen is drawn before it. A timer would wait 4 ms and more in a page. */
export function nextTask(): Promise<void> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}
