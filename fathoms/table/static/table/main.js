// A table on a page: events come over a socket and are shown one after the other; moves are posted.
import "./moves.js";
import "./turn.js";
import "./asking.js";
import "./room.js";
import "./explain.js";
import "./griefs.js";
import "./tally.js";
import { connect } from "./socket.js";

// A lesson has no clock, and nobody to wait for.
if (!document.body.classList.contains("learning")) await Promise.all([import("./clock.js"), import("./presence.js")]);

connect();
