export default class NoTransportStream {
  static probe(): { readonly match: false } {
    return { match: false };
  }
}
