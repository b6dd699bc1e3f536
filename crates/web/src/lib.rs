//! A place to play: HTTP and WebSocket server, and the web app it serves.
