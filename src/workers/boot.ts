/** First import of every worker: without it an unhandled rejection inside a worker is invisible to the page. */
addEventListener('unhandledrejection', (event) => {
  reportError(event.reason);
});
