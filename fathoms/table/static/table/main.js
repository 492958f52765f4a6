// A table on a page: events come over a socket and are shown one after the other; moves are posted.
import "./moves.js";
import "./turn.js";
import "./calling.js";
import "./asking.js";
import "./point.js";
import "./room.js";
import "./drawers.js";
import "./explain.js";
import "./griefs.js";
import "./tally.js";
import "./ending.js";
import "./idle.js";
import "./magnify.js";
import { connect } from "./socket.js";

connect();
