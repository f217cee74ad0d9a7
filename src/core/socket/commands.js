export const COMMAND = {
    /** First login of a page. */
    login: 201,
    /** The document names 201 and 2201 as login without saying when which: here 2201 logs in again after a lost connection. */
    relogin: 2201,
    quit: 202,
    chat: 501,
    verify: 502,
    ack: 211,
    screen: 410001,
};
